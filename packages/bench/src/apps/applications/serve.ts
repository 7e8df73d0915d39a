import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import type { State } from "../../real-model/site/state.ts";
import { getPython } from "../install/venv.ts";
import type { Application } from "./application.ts";

/** An application that runs with the data of one order. */
export type Served = { readonly url: string; readonly read: () => State; readonly close: () => Promise<void> };

/** An installed application. `serve` begins with fresh data each time. */
export type Installed = {
	readonly application: Application;
	readonly serve: (mode?: readonly string[]) => Promise<Served>;
	readonly close: () => Promise<void>;
};

const startLimitMs = 120_000;
const seedLimitMs = 120_000;

/** Installs an application and makes its first data. @throws Error that says why it cannot be had */
export async function install(application: Application): Promise<Installed> {
	const python = await getPython(application.lock);
	const folder = await mkdtemp(join(tmpdir(), "webhand-apps-"));
	const first = join(folder, "first");
	const start = (args: readonly string[]) =>
		startProcess({
			name: application.name,
			command: python,
			args: [join(import.meta.dirname, application.program), ...args],
			env: { HOME: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
			cwd: folder,
		});
	const close = () => rm(folder, { recursive: true, force: true });
	try {
		await ended(await start(["seed", first]));
	} catch (cause) {
		await close();
		throw cause;
	}
	let count = 0;
	return {
		application,
		serve: async (mode = []) => {
			count += 1;
			const data = join(folder, `data-${count}`);
			await cp(first, data, { recursive: true });
			const port = await freePort();
			const url = `http://127.0.0.1:${port}`;
			const server = await start(["serve", data, String(port), ...mode]);
			try {
				await waitForHttp(url + application.ready, { limitMs: startLimitMs });
			} catch (cause) {
				await server.kill();
				throw new Error(`${application.name} did not start:\n${server.output()}`, { cause });
			}
			return {
				url,
				read: () => application.read(data),
				close: async () => {
					await server.stop(2_000);
					await rm(data, { recursive: true, force: true });
				},
			};
		},
		close,
	};
}

async function ended(process: TestProcess): Promise<void> {
	const limit = setTimeout(() => void process.kill(), seedLimitMs);
	const { code } = await process.ended.finally(() => clearTimeout(limit));
	if (code !== 0) throw new Error(`${process.name} could not make its data:\n${process.output()}`);
}
