import 'reflect-metadata';
import { deskProgram } from './desk-program.js';
import { runEdgeProgram } from './edge-app.js';

/** Entry point of the operators' API and desk. */
await runEdgeProgram(deskProgram);
