import { once } from "node:events";
import { connect } from "node:net";

/** Requests a second that a server answered with 200, one after the other on each connection. */
export type Throughput = { readonly perSecond: number; readonly count: number };

/**
 * Sends one GET after the other on each connection. Bare sockets: a client library would take more time than the server.
 *
 * @param tokens sent in turn, since limits count by user; empty for a route without one
 * @throws Error after any other answer than 200
 */
export async function getAgainAndAgain(
	url: URL,
	{ connections, ms, tokens }: { readonly connections: number; readonly ms: number; readonly tokens: readonly string[] },
): Promise<Throughput> {
	let count = 0;
	let turn = 0;
	const started = performance.now();
	const requestOf = () => {
		const token = tokens[turn++ % Math.max(1, tokens.length)];
		const lines = [`GET ${url.pathname} HTTP/1.1`, `host: ${url.host}`, ...(token === undefined ? [] : [`authorization: Bearer ${token}`])];
		return `${lines.join("\r\n")}\r\n\r\n`;
	};
	const play = async () => {
		const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
		await once(socket, "connect");
		socket.write(requestOf());
		for await (const chunk of socket) {
			const head = String(chunk).slice(0, 200);
			if (!head.startsWith("HTTP/1.1 200")) throw new Error(`GET ${url.href} was answered with ${head}`);
			count += 1;
			if (performance.now() - started >= ms) break;
			socket.write(requestOf());
		}
		socket.destroy();
	};
	await Promise.all(Array.from({ length: connections }, play));
	return { count, perSecond: (1_000 * count) / (performance.now() - started) };
}

/** Milliseconds of requests that begin at fixed times, whether the one before was answered or not. @throws Error after any answer but 200 */
export async function paced(
	ask: (index: number) => Promise<Response>,
	{ count, everyMs }: { readonly count: number; readonly everyMs: number },
): Promise<readonly number[]> {
	const started = performance.now();
	return Promise.all(
		Array.from({ length: count }, async (_, index) => {
			await new Promise((resolve) => setTimeout(resolve, Math.max(0, started + index * everyMs - performance.now())));
			return timed(() => ask(index));
		}),
	);
}

/** Milliseconds until the whole answer is there. @throws Error after any answer but 200 */
export async function timed(ask: () => Promise<Response>): Promise<number> {
	const started = performance.now();
	const response = await ask();
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${response.url} was answered with ${response.status} ${text.slice(0, 200)}`);
	return performance.now() - started;
}
