import { once } from "node:events";
import type { Socket } from "node:net";
import { connect, createServer } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";

/**
 * What happens to bytes between a client and its server. `delay`: each piece waits `ms`. `blackhole`: nothing passes until another fault
 * is set, then what was held back does. `reset`: connections are reset, new ones too. `half_close`: the server's side ends, the
 * client may still write. `bandwidth`: both directions together, in bytes per second.
 */
export type Fault =
	| { readonly kind: "none" | "blackhole" | "reset" | "half_close" }
	| { readonly kind: "delay"; readonly ms: number }
	| { readonly kind: "bandwidth"; readonly bytesPerSecond: number };

/** A TCP proxy on 127.0.0.1 in front of a real server. `connections` counts the open ones. */
export type FaultProxy = {
	readonly port: number;
	readonly setFault: (fault: Fault) => void;
	readonly connections: () => number;
	readonly close: () => Promise<void>;
};

/** Starts a fault proxy that passes everything at first. @param target port on 127.0.0.1 */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
	let fault: Fault = { kind: "none" };
	let healed = Promise.withResolvers<void>();
	const pairs = new Set<readonly [client: Socket, server: Socket]>();
	const hold = async (bytes: number) => {
		while (fault.kind === "blackhole") await healed.promise;
		if (fault.kind === "delay") await pause(fault.ms);
		if (fault.kind === "bandwidth") await pause((bytes / fault.bytesPerSecond) * 1_000);
	};
	const line = () =>
		new Transform({
			transform: (chunk: Buffer, _encoding, done) => void hold(chunk.length).then(() => done(null, chunk)),
		});
	const apply = (pair: readonly [client: Socket, server: Socket]) => {
		if (fault.kind === "reset") for (const socket of pair) socket.resetAndDestroy();
		if (fault.kind === "half_close") pair[0].end();
	};
	const listener = createServer({ allowHalfOpen: true }, (client) => {
		const pair = [client, connect({ port: target, host: "127.0.0.1", allowHalfOpen: true })] as const;
		pairs.add(pair);
		for (const [from, to] of [pair, [pair[1], pair[0]]] as const) {
			from.pipe(line()).pipe(to);
			from.once("error", () => to.destroy());
			from.once("close", () => {
				pairs.delete(pair);
				if (from.errored) to.destroy();
			});
		}
		apply(pair);
	});
	listener.listen(0, "127.0.0.1");
	await once(listener, "listening");
	const address = listener.address();
	if (address === null || typeof address === "string") throw new Error("the proxy has no port");
	return {
		port: address.port,
		connections: () => pairs.size,
		setFault: (next) => {
			fault = next;
			healed.resolve();
			healed = Promise.withResolvers<void>();
			for (const pair of pairs) apply(pair);
		},
		close: async () => {
			for (const [client, server] of pairs) {
				client.destroy();
				server.destroy();
			}
			listener.close();
			await once(listener, "close");
		},
	};
}
