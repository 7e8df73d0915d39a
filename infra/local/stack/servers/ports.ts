import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import getPort from "get-port";
import { StackError } from "../errors.ts";

/** Everything in the stack that listens, with the port it has unless that is taken. */
const usualPorts = {
	gateway: 8787,
	"demo-site": 8788,
	mongod: 8789,
	redis: 8790,
	"agent-api": 4000,
	auth: 4001,
	"knowledge-proxy": 4002,
	"tool-runner": 4003,
} as const;

export type Listener = keyof typeof usualPorts;
const replicated: readonly Listener[] = ["auth", "agent-api", "knowledge-proxy"];

/** Ports by listener; a service with replicas has several, the first is the usual one where that was free. */
export type Ports = Readonly<Record<Listener, readonly number[]>>;

/**
 * Chooses a port on 127.0.0.1 for every listener. Until this process ends no other stack chooses one of them, also before a child listens
 * there.
 *
 * @param wanted `gateway` 0 takes free ports for everything
 * @param print gets a line for every other port that had to move
 * @throws StackError with exit code 4 when the gateway's port is taken
 */
export async function choosePorts(
	wanted: { readonly gateway: number; readonly replicas: number },
	print: (line: string) => void,
): Promise<Ports> {
	const exclude = new Set<number>();
	const take = async (preferred: number): Promise<number> => {
		const port = await getPort({ port: preferred === 0 ? anyPorts() : [preferred, ...anyPorts()], host: "127.0.0.1", exclude });
		exclude.add(port);
		return (await reserve(port)) ? port : await take(0);
	};
	const takeFor = async (listener: Listener): Promise<number> => {
		const usual = listener === "gateway" ? wanted.gateway : usualPorts[listener];
		const port = await take(wanted.gateway === 0 ? 0 : usual);
		if (port === usual || wanted.gateway === 0) return port;
		if (listener !== "gateway") print(`Port ${usual} is taken, ${listener} listens on ${port} instead.`);
		else {
			const hint = "A second stack beside a running one also needs a data folder of its own: --data DIR.";
			throw new StackError(`Port ${usual} is taken. Choose another one with --port N, or --port 0 for any. ${hint}`, { exitCode: 4 });
		}
		return port;
	};
	const ports: Partial<Record<Listener, number[]>> = {};
	for (const listener of Object.keys(usualPorts) as Listener[]) {
		const mine = [await takeFor(listener)];
		while (replicated.includes(listener) && mine.length < wanted.replicas) mine.push(await take(0));
		ports[listener] = mine;
	}
	return ports as Ports;
}

/** A few ports to try. Linux hands out none below 32,768 by itself, so nothing else gets one before a child listens there. */
const anyPorts = () => Array.from({ length: 20 }, () => randomInt(20_000, 32_000));

/**
 * Two stacks that start at once would find the same ports free. A name in Linux's abstract space has one holder, needs no file, and is
 * given back however the holder ends; other systems have no such names and live with the rare clash.
 */
function reserve(port: number): Promise<boolean> {
	if (process.platform !== "linux") return Promise.resolve(true);
	return new Promise((resolve) => {
		const name = createServer().unref();
		name.once("error", () => resolve(false));
		name.listen(`\0webhand-port-${port}`, () => resolve(true));
	});
}
