import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RunnerStatus } from "@webhand/contracts/authority/runner-order";
import type { Metrics } from "@webhand/service-kit/metrics";

/** What the process knows of its runner. `status` is the extension's last word, null while there is no browser. */
export type RunnerFacts = { readonly status: RunnerStatus | null; readonly isBrowserUp: boolean; readonly browserStarts: number };

/**
 * Serves `/healthz` and `/metrics`. `/healthz` is 200 while the browser is up, somebody is signed in and the server has work
 * to give, else 503; the body says the same either way.
 *
 * @param listen the address, and the port of it; 0 takes a free one
 * @returns the port that it has
 */
export async function serveHealth(
	listen: { readonly host: string; readonly port: number },
	{ metrics, facts }: { readonly metrics: Metrics; readonly facts: () => RunnerFacts },
): Promise<{ readonly port: number; readonly close: () => void }> {
	const read = (value: (status: RunnerStatus) => number) => () => {
		const { status } = facts();
		return status === null ? 0 : value(status);
	};
	metrics.gauge(
		"webhand_runner_runs",
		"Runs that this runner does",
		read(({ running }) => running),
	);
	metrics.gauge(
		"webhand_runner_capacity",
		"Runs that it may do side by side",
		read(({ capacity }) => capacity),
	);
	metrics.gauge(
		"webhand_runner_signed_in",
		"1 while it is signed in",
		read(({ serverUrl }) => (serverUrl === null ? 0 : 1)),
	);
	metrics.gauge(
		"webhand_runner_draining",
		"1 while it takes nothing new",
		read(({ isDraining }) => (isDraining ? 1 : 0)),
	);
	metrics.gauge("webhand_runner_browser_starts", "How often its browser was started", () => facts().browserStarts);
	const server = createServer((request, response) => {
		if (request.url === "/metrics") {
			void metrics.text().then(({ contentType, body }) => response.writeHead(200, { "content-type": contentType }).end(body));
			return;
		}
		if (request.url !== "/healthz") return void response.writeHead(404).end();
		const health = healthOf(facts());
		const code = health.status === "ok" ? 200 : 503;
		response.writeHead(code, { "content-type": "application/json" }).end(`${JSON.stringify(health)}\n`);
	});
	await new Promise<void>((resolve, reject) => server.once("error", reject).listen(listen.port, listen.host, resolve));
	return { port: (server.address() as AddressInfo).port, close: () => void server.close().closeAllConnections() };
}

/** The body of `/healthz`. @throws never */
export function healthOf({ status, isBrowserUp, browserStarts }: RunnerFacts) {
	const isSignedIn = status !== null && status.serverUrl !== null;
	return {
		status: isBrowserUp && isSignedIn && status.problem === null ? ("ok" as const) : ("failing" as const),
		browser: isBrowserUp ? "up" : "down",
		browserStarts,
		signedIn: isSignedIn,
		server: status?.serverUrl ?? null,
		account: status?.account ?? null,
		running: status?.running ?? 0,
		capacity: status?.capacity ?? 0,
		labels: status?.labels ?? [],
		lastTakeAt: status?.lastTakeAt ?? null,
		draining: status?.isDraining ?? false,
		problem: status?.problem ?? null,
	};
}
