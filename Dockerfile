# One image for the API, the worker, the codec server, the simulator and the one-shot programs (migrate, seed):
# docker-compose.yml only changes the command. Debian, because Temporal's native code needs glibc.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/node-20/package.json ./tools/node-20/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json nest-cli.json ./
COPY scripts ./scripts
COPY src ./src
COPY workflows ./workflows
COPY activities ./activities
# Compiles, bundles the workflows (no worker then needs a bundler when it starts), and drops what only development
# needs and Temporal's native code for other systems.
RUN npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 && cd node_modules/@temporalio/core-bridge/releases \
 && find . -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
# The simulator's file and the worker's mark. A new volume takes its owner from the folder of the image, and would be root's
# without one: the program could not write into it.
RUN install -d -o node -g node /var/lib/manilla /var/lib/manilla-mark
# The files belong to root and the program runs as someone else: it cannot change its own code.
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANILLA_API_PORT ?? 3000}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/src/programs/api.js"]
