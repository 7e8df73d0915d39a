import { z } from "zod";
import { buildGateway } from "./gateway.ts";

const Environment = z.object({
	PORT: z.coerce.number().int(),
	PROXY_SECRET: z.string(),
	EXTENSION_FILES: z.string().optional(),
	UPSTREAMS: z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.pipe(z.partialRecord(z.enum(["auth", "agent-api", "knowledge-proxy", "tool-runner"]), z.array(z.url()).min(1))),
});

const { PORT, PROXY_SECRET, UPSTREAMS, EXTENSION_FILES } = Environment.parse(process.env);
const gateway = buildGateway({
	upstreams: UPSTREAMS,
	proxySecret: PROXY_SECRET,
	...(EXTENSION_FILES === undefined ? {} : { extensionFiles: EXTENSION_FILES }),
});
// A reader that does not answer the farewell of its socket holds nobody up.
const farewellMs = 1_500;
const stop = () => {
	setTimeout(() => process.exit(0), farewellMs).unref();
	void gateway.close().then(() => process.exit(0));
};
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
await gateway.listen({ port: PORT, host: "127.0.0.1" });
