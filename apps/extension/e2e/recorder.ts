import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";
import { Transform } from "node:stream";

/** A server on loopback that passes everything on and keeps every byte that its clients received. */
export type Recorder = { readonly url: string; readonly received: () => string; readonly close: () => Promise<void> };

/**
 * Stands between a browser and a server. What the server sends is not compressed, so texts stand in it as they are. The port that the server
 * names for its sockets becomes the recorder's own; both have five digits, so no length changes.
 */
export async function startRecorder(target: string): Promise<Recorder> {
	const { hostname, port } = new URL(target);
	const pieces: Buffer[] = [];
	const open = new Set<Socket>();
	const ownPort = () => (server.address() as AddressInfo).port;
	const record = () =>
		new Transform({
			transform: (piece: Buffer, _encoding, done) => {
				pieces.push(piece);
				done(null, Buffer.from(piece.toString("latin1").replace(`"wsPort":${port},`, `"wsPort":${ownPort()},`), "latin1"));
			},
		});
	const server = createServer((client) => {
		const upstream = connect({ host: hostname, port: Number(port) });
		client.pipe(upstream);
		upstream.pipe(record()).pipe(client);
		for (const [from, to] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			open.add(from);
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
		url: `http://127.0.0.1:${ownPort()}`,
		received: () => Buffer.concat(pieces).toString("utf8"),
		close: async () => {
			for (const socket of open) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}
