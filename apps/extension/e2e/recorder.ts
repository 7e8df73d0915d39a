import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** A server on loopback that passes everything on and keeps every byte that its clients received. */
export type Recorder = { readonly url: string; readonly received: () => string; readonly close: () => Promise<void> };

/** Stands between a browser and a server. What the server sends is not compressed, so texts stand in it as they are. */
export async function startRecorder(target: string): Promise<Recorder> {
	const { hostname, port } = new URL(target);
	const pieces: Buffer[] = [];
	const open = new Set<Socket>();
	const server = createServer((client) => {
		const upstream = connect({ host: hostname, port: Number(port) });
		upstream.on("data", (piece) => pieces.push(piece));
		for (const [from, to] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			open.add(from);
			from.pipe(to);
			from.once("error", () => to.destroy());
			from.once("close", () => {
				open.delete(from);
				to.destroy();
			});
		}
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received: () => Buffer.concat(pieces).toString("utf8"),
		close: async () => {
			for (const socket of open) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}
