import { join } from "node:path";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { settings } from "./agent.ts";

/** A server in a process of its own. */
export type Running = { readonly url: string; readonly process: TestProcess };

/** Where a server finds what it needs. */
export type World = { readonly mongo: string; readonly redis: string; readonly auth: string; readonly model: string };

/** Starts a server with a scripted model and short leases, ready when this resolves. @param more settings beside the usual ones of tests */
export async function startServer(world: World, more: Readonly<Record<string, string>> = {}): Promise<Running> {
	const port = await freePort();
	const env = settings(world, {
		PORT: String(port),
		LEASE_MS: "1000",
		DRAIN_SECONDS: "0",
		MODEL_PROVIDER: "openai-compatible",
		MODEL_NAME: "scripted",
		MODEL_BASE_URL: world.model,
		...more,
	});
	const process_ = await startProcess({
		name: "agent-api",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
		env,
	});
	await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 40_000 }).catch(async (cause: unknown) => {
		await process_.kill();
		throw new Error(`The server did not start:\n${process_.output()}`, { cause });
	});
	return { url: `http://127.0.0.1:${port}`, process: process_ };
}
