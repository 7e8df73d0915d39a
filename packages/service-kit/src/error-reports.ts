import { randomUUID } from "node:crypto";
import { OwnError } from "./errors.ts";

/** What a report says of an error: what the log says of it, and nothing of the request but its id. */
export type ReportedError = {
	readonly type: string;
	/** Of our own errors only: a foreign one may repeat a page. */
	readonly message?: string;
	/** Lines `    at …`, the newest call first. */
	readonly stack?: string;
	readonly cause?: ReportedError;
};

/** One report. `sentence`: what the log says happened. */
export type ErrorReport = {
	readonly level: "error" | "fatal";
	readonly error: ReportedError;
	readonly sentence: string;
	readonly requestId?: string | undefined;
};

/** Where reports go, and from where. `failed` hears why one did not arrive, once until one arrives again. */
export type ErrorReportOptions = {
	readonly dsn: string;
	readonly service: string;
	readonly release: string;
	readonly failed?: (cause: unknown) => void;
};

/** Sends a report in the background; never throws. */
export type SendReport = (report: ErrorReport) => void;

/** Reports of this process that are on their way. */
const onTheWay = new Set<Promise<unknown>>();

/** Waits for the reports that are on their way, 0.8 s at most. Never rejects. */
export async function reportsSent(): Promise<void> {
	await Promise.all(onTheWay);
}

/** The parts of a DSN: `https://KEY@HOST/PATH/PROJECT` (develop.sentry.dev, "DSN"). */
export function readDsn(dsn: string): { readonly url: string; readonly key: string } | undefined {
	const { protocol, host, pathname, username: key = "", search } = URL.parse(dsn) ?? {};
	const [, path, project] = /^(\/.*?)?\/([\w-]+)$/.exec(pathname ?? "") ?? [];
	if (!/^https?:$/.test(protocol ?? "") || key === "" || search !== "" || project === undefined) return undefined;
	return { url: `${protocol}//${host}${path ?? ""}/api/${project}/envelope/`, key };
}

/** Many errors are one error: the first of a minute tell it. */
const mostInMinute = 30;
const minuteMs = 60_000;
/** A service that crashes waits for its last report, and has a second for its end. */
const sendLimitMs = 800;

/**
 * Opens reports to a server that speaks Sentry's envelopes. A server that asks to wait is not asked until then.
 *
 * @param options `dsn` reads by `readDsn`
 */
export function openErrorReports(options: ErrorReportOptions): SendReport {
	const { url, key } = readDsn(options.dsn) ?? { url: "", key: "" };
	let quietUntil = 0;
	let isFailing = false;
	let minute = { from: 0, count: 0 };
	const mayReport = (now: number) => {
		if (now - minute.from >= minuteMs) minute = { from: now, count: 0 };
		minute.count += 1;
		return now >= quietUntil && minute.count <= mostInMinute;
	};
	const post = async (report: ErrorReport) => {
		const response = await fetch(url, {
			method: "POST",
			headers: {
				"content-type": "application/x-sentry-envelope",
				"x-sentry-auth": `Sentry sentry_version=7, sentry_client=webhand/${options.release}, sentry_key=${key}`,
			},
			body: envelopeOf(report, options),
			redirect: "error",
			signal: AbortSignal.timeout(sendLimitMs),
		});
		await response.body?.cancel();
		const seconds = Number(response.headers.get("retry-after") ?? minuteMs / 1_000);
		if (!response.ok && response.status !== 429) throw new OwnError(`The server answers ${response.status}`);
		if (response.status === 429) quietUntil = Date.now() + 1_000 * (Number.isFinite(seconds) ? seconds : minuteMs / 1_000);
	};
	return (report) => {
		if (!mayReport(Date.now())) return;
		const posting = post(report)
			.then(
				() => {
					isFailing = false;
				},
				(cause: unknown) => {
					if (!isFailing) options.failed?.(cause);
					isFailing = true;
				},
			)
			.finally(() => onTheWay.delete(posting));
		onTheWay.add(posting);
	};
}

/** Three lines: the envelope, what the item is, the event (develop.sentry.dev, "Envelopes"). */
function envelopeOf(report: ErrorReport, { service, release }: ErrorReportOptions): string {
	const id = randomUUID().replaceAll("-", "");
	const event = {
		event_id: id,
		timestamp: Date.now() / 1_000,
		platform: "node",
		level: report.level,
		release: `webhand@${release}`,
		logentry: { formatted: report.sentence },
		tags: { service, ...(report.requestId === undefined ? {} : { request_id: report.requestId }) },
		exception: { values: chainOf(report.error).reverse().map(exceptionOf) },
	};
	return [{ event_id: id, sent_at: new Date().toISOString() }, { type: "event" }, event].map((line) => JSON.stringify(line)).join("\n");
}

/** An error and its causes. */
function chainOf(error: ReportedError): ReportedError[] {
	return [error, ...(error.cause === undefined ? [] : chainOf(error.cause))];
}

function exceptionOf({ type, message, stack = "" }: ReportedError) {
	const frames = stack.split("\n").flatMap(frameOf).reverse();
	return { type, value: message ?? "", ...(frames.length === 0 ? {} : { stacktrace: { frames } }) };
}

const frame = /^ {4}at (?:(?<name>.+?) \()?(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?$/;

function frameOf(text: string) {
	const { name = "?", file, line, column } = frame.exec(text)?.groups ?? {};
	if (file === undefined) return [];
	const isOurs = !file.includes("node_modules") && !file.startsWith("node:");
	return [{ function: name, filename: file, lineno: Number(line), colno: Number(column), in_app: isOurs }];
}
