import { z } from "zod";
import { startDemoSite } from "./site.ts";

const Env = z.object({ HOST: z.string().default("127.0.0.1"), PORT: z.coerce.number().int().default(8788) });

const env = Env.parse(process.env);
const site = await startDemoSite({ host: env.HOST, port: env.PORT });
process.stdout.write(`demo site ready at ${site.url}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void site.close());
