import { z } from "zod";
import { buildGateway } from "./gateway.ts";

const Environment = z.object({
	PORT: z.coerce.number().int(),
	UPSTREAMS: z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.pipe(z.partialRecord(z.enum(["auth", "agent-api", "knowledge-proxy", "tool-runner"]), z.array(z.url()).min(1))),
});

const { PORT, UPSTREAMS } = Environment.parse(process.env);
const gateway = buildGateway({ upstreams: UPSTREAMS });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void gateway.close().then(() => process.exit(0)));
await gateway.listen({ port: PORT, host: "127.0.0.1" });
