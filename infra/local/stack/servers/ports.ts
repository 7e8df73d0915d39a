import { createServer } from "node:net";
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
 * @param print told of every other port that had to move
 * @throws StackError with exit code 4 when the gateway's port is taken
 */
export async function choosePorts(
	wanted: { readonly gateway: number; readonly replicas: number },
	print: (line: string) => void,
): Promise<Ports> {
	const chosen = new Set<number>();
	const take = async (listener: Listener, usual: number): Promise<number> => {
		const asked = wanted.gateway === 0 ? 0 : usual;
		const port = chosen.has(asked) ? undefined : await freePort(asked);
		if (port !== undefined && !chosen.has(port)) {
			chosen.add(port);
			return port;
		}
		if (listener === "gateway")
			throw new StackError(
				4,
				`Port ${usual} is taken. Choose another one with --port N, or --port 0 for any. A second stack beside a running one also needs a data folder of its own: --data DIR.`,
			);
		const other = await take(listener, 0);
		if (asked !== 0) print(`Port ${usual} is taken, ${listener} listens on ${other} instead.`);
		return other;
	};
	const ports: Partial<Record<Listener, readonly number[]>> = {};
	for (const listener of Object.keys(usualPorts) as Listener[]) {
		const mine = [await take(listener, listener === "gateway" ? wanted.gateway : usualPorts[listener])];
		const more = replicated.includes(listener) ? wanted.replicas - 1 : 0;
		for (let replica = 0; replica < more; replica += 1) mine.push(await take(listener, 0));
		ports[listener] = mine;
	}
	return ports as Ports;
}

/** @returns the port itself, another one when it is 0, `undefined` when somebody listens there or will */
async function freePort(port: number): Promise<number | undefined> {
	const free = await tryPort(port);
	if (free === undefined || (await reserve(free))) return free;
	return port === 0 ? await freePort(0) : undefined;
}

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

function tryPort(port: number): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(undefined));
		server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
			const address = server.address();
			server.close(() => resolve(address === null || typeof address === "string" ? undefined : address.port));
		});
	});
}
