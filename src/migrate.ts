import { loadConfig } from './config/config.js';
import { migrate } from './persistence/migrator.js';

/** Entry point: brings the database to the newest schema, then exits. */
const { databaseUrl, environment } = loadConfig();
await migrate({ databaseUrl, environment, log: (line) => console.log(line) });
