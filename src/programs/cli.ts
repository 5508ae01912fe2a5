#!/usr/bin/env node
import { runCommand } from './cli/run.js';

const { exitCode, stdout, stderr } = await runCommand(process.argv.slice(2));
process.exitCode = exitCode;
// The process exits explicitly, because a command may leave something open, such as a replay that never ends.
const [stream, text] = stderr === '' ? [process.stdout, stdout] : [process.stderr, stderr];
stream.write(text, () => process.exit());
