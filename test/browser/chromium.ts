import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The first Chromium on the PATH; undefined when there is none. */
export function findChromium(path = process.env['PATH'] ?? ''): string | undefined {
  const files = path.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return files.find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
