import 'reflect-metadata';
import { runEdgeProgram } from './edge-app.js';
import { portalProgram } from './portal-program.js';

/** Entry point of the merchants' portal. */
await runEdgeProgram(portalProgram);
