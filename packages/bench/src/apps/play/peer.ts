import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@webhand/testing/binaries";
import { chromiumArguments } from "@webhand/testing/chromium";
import { removeDataFolder } from "@webhand/testing/data-folder";
import { freePort, startProcess } from "@webhand/testing/processes";
import type { Page } from "playwright-core";
import { chromium } from "playwright-core";
import { z } from "zod";
import { getPython } from "../install/venv.ts";
import type { Run } from "./played.ts";

/** A peer in a Chromium of its own: the same program, window and tab as ours. */
export type Peer = {
	readonly tab: () => Page;
	readonly play: (order: {
		readonly says: string;
		readonly modelUrl: string;
		readonly limitMs: number;
	}) => Promise<Omit<Run, "tokens" | "dollars">>;
	readonly close: () => Promise<void>;
};

const Result = z.object({ ending: z.enum(["done", "stopped"]), said: z.string().nullish(), steps: z.number(), ms: z.number() });

const mostSteps = 40;
/** A peer loads its packages before it begins; only its work counts. */
const startMs = 120_000;

/** Opens a peer. @throws Error that says why it cannot run here */
export async function openPeer(name: "browser-use" | "page-agent"): Promise<Peer> {
	const program = name === "browser-use" ? await getPython("browser-use") : process.execPath;
	const script = join(import.meta.dirname, name === "browser-use" ? "browser-use-order.py" : "page-agent-order.ts");
	const profile = await mkdtemp(join(tmpdir(), "webhand-peer-"));
	const port = await freePort();
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: findProgram("chromium"),
		headless: false,
		viewport: { width: 1_280, height: 900 },
		args: [...chromiumArguments, "--headless=new", `--remote-debugging-port=${port}`],
	});
	const tab = () => context.pages()[0] as Page;
	return {
		tab,
		play: async ({ says, modelUrl, limitMs }) => {
			const nodeOptions = name === "page-agent" ? ["--conditions=@webhand/source"] : [];
			const peer = await startProcess({
				name,
				command: program,
				args: [...nodeOptions, script, `http://127.0.0.1:${port}`, modelUrl, says, String(mostSteps)],
				// It reports to nobody, asks for no newer version, and keeps its files in the folder of this run.
				env: {
					HOME: profile,
					PYTHONDONTWRITEBYTECODE: "1",
					ANONYMIZED_TELEMETRY: "false",
					BROWSER_USE_CLOUD_SYNC: "false",
					BROWSER_USE_CLOUD_HINTS: "false",
					BROWSER_USE_VERSION_CHECK: "false",
				},
				cwd: profile,
			});
			try {
				const [, said = ""] = await peer.printed(/^RESULT (.+)$/m, startMs + limitMs);
				const { ending, steps, ms, said: words } = Result.parse(JSON.parse(said));
				return { ending, steps, ms, said: words ?? "" };
			} catch (cause) {
				if (!peer.isRunning()) throw new Error(`${name} ended without a result:\n${peer.output().slice(-3_000)}`, { cause });
				return { ending: "late", steps: 0, ms: limitMs, said: "" };
			} finally {
				await peer.kill();
			}
		},
		close: async () => {
			await context.close();
			await removeDataFolder(profile);
		},
	};
}
