import { startTelemetryServer } from "@webhand/testing/telemetry-server";
import { expect, onTestFinished, test } from "vitest";
import { openErrorReports, readDsn, reportsSent } from "./error-reports.ts";
import { AppError } from "./errors.ts";
import { createLogger } from "./logs.ts";

async function start() {
	const server = await startTelemetryServer();
	onTestFinished(server.close);
	const report = openErrorReports({ dsn: server.dsn, service: "auth", release: "1.2.3" });
	const log = createLogger({ service: "auth", level: "info", target: { write: () => undefined }, report });
	return { ...server, log };
}

test("an error that is logged is reported: what it is, where, in which release and request, and nothing else", async () => {
	const { log, reports, received } = await start();
	const cause = new TypeError("canary-page-text");
	const error = new AppError("INTERNAL_ERROR", "The store refused token=abc, sent with Bearer canary-canary-token", { cause });
	const request = { headers: { authorization: "canary" }, body: "canary", userId: "canary" };
	log.child({ requestId: "r-1" }).error({ err: error, ...request }, "request failed");
	await reportsSent();
	expect(reports()).toEqual([
		{
			key: "public-key",
			event: {
				event_id: expect.stringMatching(/^[\da-f]{32}$/),
				timestamp: expect.any(Number),
				platform: "node",
				level: "error",
				release: "webhand@1.2.3",
				logentry: { formatted: "request failed" },
				tags: { service: "auth", request_id: "r-1" },
				exception: {
					values: [
						{ type: "TypeError", value: "", stacktrace: { frames: expect.any(Array) } },
						{
							type: "AppError",
							value: "The store refused token=abc, sent with Bearer [redacted]",
							stacktrace: { frames: expect.any(Array) },
						},
					],
				},
			},
		},
	]);
	expect(received()).toMatch(/"filename":"[^"]*error-reports\.test\.ts"/);
	expect(received()).not.toContain("canary");
});

test("warnings, and lines without an error, are nobody else's business", async () => {
	const { log, reports } = await start();
	log.warn({ err: new Error("x") }, "passing");
	log.error({}, "said");
	await reportsSent();
	expect(reports()).toEqual([]);
});

test("a flood is thirty reports, and a server that asks for rest gets it", async () => {
	const { log, reports } = await start();
	for (let count = 0; count < 100; count += 1) log.error({ err: new Error("x") }, "said");
	await reportsSent();
	expect(reports().length).toBe(30);
	const other = await start();
	other.refuse(429, 60);
	other.log.fatal({ err: new Error("x") }, "crashed");
	await reportsSent();
	other.log.error({ err: new Error("x") }, "said");
	await reportsSent();
	expect(other.reports().map(({ event }) => event["level"])).toEqual(["fatal"]);
});

test("a server that is away harms nobody, and is told of once", async () => {
	const failures: unknown[] = [];
	const failed = (cause: unknown) => void failures.push(cause);
	const report = openErrorReports({ dsn: "http://key@127.0.0.1:9/1", service: "auth", release: "1", failed });
	for (let count = 0; count < 2; count += 1) {
		report({ level: "error", error: { type: "Error" }, sentence: "said" });
		await expect(reportsSent()).resolves.toBeUndefined();
	}
	expect(failures).toEqual([expect.any(TypeError)]);
});

test("a server that refuses is told of, and again after it took one in between", async () => {
	const server = await startTelemetryServer();
	onTestFinished(server.close);
	const failures: unknown[] = [];
	const report = openErrorReports({ dsn: server.dsn, service: "auth", release: "1", failed: (cause) => void failures.push(cause) });
	for (const status of [403, 200, 403]) {
		server.refuse(status);
		report({ level: "error", error: { type: "Error" }, sentence: "said" });
		await reportsSent();
	}
	expect(failures.map(String)).toEqual(Array(2).fill(expect.stringContaining("The server answers 403")));
});

test.for([
	["https://key@o1.ingest.example.com/42", "https://o1.ingest.example.com/api/42/envelope/"],
	["https://key@sentry.example.com/at/42", "https://sentry.example.com/at/api/42/envelope/"],
	["https://sentry.example.com/42", undefined],
	["ftp://key@sentry.example.com/42", undefined],
	["https://key@sentry.example.com/", undefined],
	["no address", undefined],
] as const)("the DSN %s leads to %s", ([dsn, url]) => {
	expect(readDsn(dsn)?.url).toBe(url);
});
