import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrator.js';
import { appLoginOf } from '../platform/database/roles.js';
import { lastWords } from '../platform/observability/last-words.js';

/** Entry point. It migrates the database to the newest schema as the database's owner, and then exits. */
try {
  const { databaseUrl, ownerDatabaseUrl, environment } = loadConfig(process.env, 'migrate');
  await migrate({
    databaseUrl: ownerDatabaseUrl,
    app: appLoginOf(ownerDatabaseUrl, databaseUrl),
    environment,
    log: (line) => console.log(line),
  });
} catch (error) {
  lastWords(error, 'migrate');
  process.exit(1);
}
