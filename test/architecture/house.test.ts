import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../../scripts/docs/rooms.ts';
import { filesAtRoot, filesIn, read, root } from './tree.js';

const product = filesIn('src', 'workflows', 'activities').filter((path) => /\.tsx?$/.test(path));
const ours = [...product, ...filesIn('scripts', 'test')].filter((path) =>
  /\.(tsx?|mjs|cjs|sql)$/.test(path),
);

/** What a file can be besides a plain noun; the suffix says where it belongs. */
const roles = [
  ...['controller', 'dto', 'module', 'service', 'guard', 'pipe', 'filter', 'interceptor'],
  ...['store', 'adapter', 'port', 'gateway', 'workflow', 'activities'],
];
const vague = /^(utils?|helpers?|common|misc|manager)s?$/;

const sql = filesIn('src').filter((path) => path.endsWith('.sql'));
const documents = [...filesIn('docs', 'sdk'), ...filesAtRoot()];

function commentsOf(path: string): string {
  const comment = path.endsWith('.sql') ? /--.*$/gm : /^\s*\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  return (read(path).match(comment) ?? []).join('\n');
}

/** A pattern such as `*.store.ts` names no file. */
function filesNamedIn(comments: string): string[] {
  const path = /(?<![\w.*{}-])[\w./-]*[\w-]\.(?:tsx?|mjs|cjs|sql|md)\b/g;
  return [...comments.matchAll(path)].map(([named]) => named.replace(/^(?:\.{0,2}\/)+/, ''));
}

describe('the house', () => {
  it('names files in kebab case with a role of the vocabulary', () => {
    const unknown = product.filter((path) => {
      const [noun = '', role, ...rest] = basename(path)
        .replace(/\.tsx?$/, '')
        .split('.');
      const known = role === undefined || (roles.includes(role) && rest.length === 0);
      return !known || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(noun);
    });
    expect(unknown).toEqual([]);
  });

  it('has a place in the order of the rooms for each folder of src, workflows and activities', () => {
    const roomsOf = (top: string): string[] => [
      ...new Set(filesIn(top).flatMap((path) => path.split('/').slice(1, -1).at(0) ?? [])),
    ];
    const names = Object.keys(rooms);
    expect(roomsOf('src').toSorted()).toEqual(names.toSorted());
    expect(
      [...roomsOf('workflows'), ...roomsOf('activities')].filter((room) => !names.includes(room)),
    ).toEqual([]);
  });

  it('has no drawer for things without a name', () => {
    const drawers = ours.filter((path) =>
      path.split('/').some((part) => part.split(/[.-]/).some((word) => vague.test(word))),
    );
    expect(drawers).toEqual([]);
  });

  it('keeps every file within 400 lines', () => {
    expect(ours.filter((path) => read(path).split('\n').length > 401)).toEqual([]);
  });

  it('leaves no note to do something without the issue that says what', () => {
    const note = new RegExp(`\\b(${['TO', 'DO'].join('')}|FIX${'ME'}|XX${'X'})\\b(?!\\(#\\d+\\))`);
    expect(ours.filter((path) => note.test(read(path)))).toEqual([]);
  });

  it('names no source or document in a comment that is not there', () => {
    const known = [...ours, ...sql, ...documents];
    const dangling = [...ours, ...sql].flatMap((path) =>
      filesNamedIn(commentsOf(path))
        .filter((named) => !known.some((each) => `/${each}`.endsWith(`/${named}`)))
        .map((named) => `${path}: ${named}`),
    );
    expect(dangling).toEqual([]);
  });

  it('numbers its migrations, each once and with a way up', () => {
    const migrations = filesIn('src/platform/database/migrations');
    const numbers = migrations.map((path) => basename(path).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const path of migrations) {
      expect(basename(path)).toMatch(/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/);
      expect(read(path), path).toContain('-- Up Migration');
    }
  });

  it('keeps functions and views out of migrations, except for what a trigger names until they are made, and what indexes are made of', () => {
    const makes =
      /^create (?:or replace )?(?:function|view)(?! search_words\()(?!.* begin raise 'the functions are not made yet'; end )/m;
    expect(
      filesIn('src/platform/database/migrations').filter((path) => makes.test(read(path))),
    ).toEqual([]);
  });

  it('keeps classes that Nest injects or validates as value imports', () => {
    const decorated = /^\s*@[A-Z]\w+\(/m;
    const injected =
      /import type \{[^}]*\} from '[^']*\.(dto|service|controller|guard|pipe|filter|interceptor)\.js'/;
    expect(
      product.filter((path) => decorated.test(read(path)) && injected.test(read(path))),
    ).toEqual([]);
  });
});

describe('tests', () => {
  it('stand where their source stands', () => {
    const strays = filesIn('test/unit')
      .filter((path) => path.endsWith('.test.ts'))
      .filter((path) => {
        const folder = dirname(path).replace('test/unit/', '');
        return !existsSync(join(root, 'src', folder)) && !existsSync(join(root, folder));
      });
    expect(strays).toEqual([]);
  });
});
