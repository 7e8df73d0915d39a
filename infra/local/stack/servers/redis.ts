import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makePrivateFolder, writeFileWhole } from "../data/files.ts";
import { StackError } from "../errors.ts";
import type { ChildSpec } from "../processes/child.ts";
import { notableOfRedis } from "../processes/notable.ts";

const readyWithinMs = 30_000;

/** redis-server that appends each write to a file and throws nothing away; its password stands in a configuration file. */
export function redisSpec(options: {
	readonly program: string;
	readonly data: string;
	readonly port: number;
	readonly password: string;
}): Omit<ChildSpec, "env" | "cwd"> {
	const folder = join(options.data, "redis");
	makePrivateFolder(folder);
	const file = join(folder, "redis.conf");
	const settings = [
		`port ${options.port}`,
		"bind 127.0.0.1",
		`dir "${folder.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
		"appendonly yes",
		'save ""',
		// Above it writes fail, and the process lives.
		"maxmemory 512mb",
		"maxmemory-policy noeviction",
		`requirepass ${options.password}`,
		// A new title would overwrite the environment by which a left-over process is known to be ours.
		"set-proc-title no",
	];
	writeFileWhole(file, `${settings.join("\n")}\n`);
	return { name: "redis", command: options.program, args: [file], show: notableOfRedis };
}

export function redisUrl(port: number, password: string): string {
	return `redis://:${password}@127.0.0.1:${port}`;
}

/** @throws StackError when it does not answer a PING within 30 s */
export async function untilRedisAnswers(port: number, password: string, signal: AbortSignal): Promise<void> {
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(readyWithinMs)]);
	while (!(await answers(port, password))) {
		signal.throwIfAborted();
		if (deadline.aborted) throw new StackError("Redis did not become ready");
		await pause(20);
	}
}

/** While it reads its file back it answers LOADING, which is not ready. */
function answers(port: number, password: string): Promise<boolean> {
	return new Promise((resolve) => {
		let heard = "";
		const socket = createConnection({ port, host: "127.0.0.1" }, () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
		socket.setTimeout(1_000, () => socket.destroy());
		socket.setEncoding("utf8").on("data", (text: string) => {
			heard += text;
		});
		socket.on("error", () => undefined);
		socket.on("close", () => resolve(heard.includes("+PONG")));
	});
}
