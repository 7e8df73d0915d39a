// A service with two routes that answer alike: one asks for a token, the other does not. Everything else of them is the kit's.
import { defineRoute } from "@webhand/contracts/routes";
import { openBase } from "@webhand/service-kit/base";
import { baseSettings, portSetting, readConfig } from "@webhand/service-kit/config";
import { openGuard } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import { createService } from "@webhand/service-kit/service";
import { z } from "zod";

const shared = { service: "agent-api", method: "GET", summary: "Says yes", reply: z.object({ isThere: z.boolean() }) } as const;

const config = readConfig(z.object({ ...baseSettings, PORT: portSetting(0) }), process.env);
const stopping = new AbortController().signal;
const base = await openBase({ name: "agent-api", config, database: "bench_two_routes", migrations: [], stopping });
const { redis, log, metrics } = base;
const guard = openGuard({ config, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER, redis, log, metrics });
const app = await createService(base, { guard });
addRoute(app, defineRoute({ ...shared, path: "/guarded" }), () => ({ isThere: true }));
addRoute(app, defineRoute({ ...shared, path: "/bare", public: true }), () => ({ isThere: true }));
await app.listen({ host: config.HOST, port: config.PORT });
