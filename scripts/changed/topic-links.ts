import { basename } from 'node:path/posix';
import type { CodeGraph } from './code-graph.ts';

/** Words that say what kind of file it is, not what it is about. */
const kinds = new Set(
  'src test unit integration e2e api workflows activities scripts scenarios ops money domain ports port http store service controller dto module gateway adapter workflow group model world steps row view query and of the with persistence functions migrations request requests support'.split(
    ' ',
  ),
);

/**
 * Links tests with code that is about the same thing, by the words of their paths: most end-to-end tests reach the code
 * through a program of its own, where no import leads. The fewer files have the word, the more it says.
 */
export function linkTopics(graph: CodeGraph, paths: readonly string[]): void {
  const about = new Map<string, string[]>();
  for (const path of paths.filter(isCode)) {
    for (const word of topicsOf(path)) about.set(word, [...(about.get(word) ?? []), path]);
  }
  for (const [word, files] of about) {
    for (const path of files) graph.link(`topic:${word}`, path, Math.log2(files.length));
  }
  for (const path of paths.filter((each) => /^test\/.*\.ts$/.test(each))) {
    for (const word of topicsOf(path)) graph.link(path, `topic:${word}`, 3);
  }
}

function isCode(path: string): boolean {
  return /^(src|workflows|activities)\/.*\.(ts|sql)$/.test(path);
}

/** The words of the file's name and its folder, in the singular. */
export function topicsOf(path: string): Set<string> {
  const stem = basename(path).replace(/\.(test\.)?(ts|sql)$/, '');
  const folder = path.split('/').slice(0, -1).join('-');
  const words = `${folder}-${stem}`.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.filter((word) => !kinds.has(word)).map((word) => word.replace(/s$/, '')));
}
