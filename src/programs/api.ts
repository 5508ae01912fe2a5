import 'reflect-metadata';
import { apiProgram } from './api-program.js';
import { runEdgeProgram } from './edge-app.js';

/** Entry point of the API. */
await runEdgeProgram(apiProgram);
