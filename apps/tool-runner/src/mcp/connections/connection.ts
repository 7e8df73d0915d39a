import type { CallToolResult, PriorDiscovery, Transport } from "@modelcontextprotocol/client";
import { Client, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import type { WatchLimit } from "../../sandbox/watch.ts";
import type { Admitted, ServedTool } from "../tools/served.ts";
import { admitTools, toolLimits } from "../tools/served.ts";
import { setOddToolsAside } from "./odd-tools.ts";
import { ListRefused } from "./trouble.ts";

/** What a call hears while it runs; `message` is a line of the server's log. */
export type CallEvents = {
	readonly onProgress: (progress: {
		readonly progress: number;
		readonly total?: number | undefined;
		readonly message?: string | undefined;
	}) => void;
	readonly onMessage: (level: string, text: string) => void;
	/** The server asks the user for something; it was declined. */
	readonly onElicited: (message: string) => void;
};

/** One call. `silenceMs`: how long the tool may say nothing. */
export type ToolRequest = CallEvents & {
	readonly name: string;
	readonly arguments: Readonly<Record<string, unknown>>;
	readonly silenceMs: number;
	readonly signal: AbortSignal;
};

/** A connection to a server. */
export type Connection = {
	/** The tools that it offers now, read again when it said that they changed. @throws ListRefused, what the SDK says */
	readonly tools: () => Promise<Admitted>;
	/** Calls a tool, once. @throws what the SDK says */
	readonly call: (request: ToolRequest) => Promise<CallToolResult>;
	/** False once it is closed, and while the server does not answer at all. */
	readonly isUsable: () => boolean;
	/** The limit for which its program was ended. */
	readonly limit: () => WatchLimit | undefined;
	/** How to connect next time without asking for the protocol again. */
	readonly prior: PriorDiscovery | undefined;
	readonly close: () => Promise<void>;
};

/** Bounds in milliseconds. `listAgeMs`: a list this old is read again; `listPauseMs`: and never sooner than this. */
const limits = {
	probeMs: 3_000,
	connectMs: 10_000,
	listMs: 10_000,
	totalMs: 900_000,
	listAgeMs: 300_000,
	listPauseMs: 10_000,
	textLength: 2_000,
	answerMs: 3_000,
} as const;

/** Sampling and roots are not offered; a question to the user is declined, whichever protocol it comes by. */
const capabilities = { elicitation: { form: {} } } as const;

/**
 * Connects to a server and agrees on a protocol, of 2026-07-28 or of 2025-11-25 and before.
 *
 * @param elapsed milliseconds from any start
 * @param limit for which the program of the server was ended
 * @throws what the SDK and the transport say
 */
export async function connect(
	transport: Transport,
	{
		prior,
		elapsed,
		limit = () => undefined,
	}: { readonly prior?: PriorDiscovery | undefined; readonly elapsed: () => number; readonly limit?: Connection["limit"] },
): Promise<Connection> {
	let isOpen = true;
	let isHung = false;
	let isStale = false;
	let list: { readonly at: number; readonly admitted: Admitted } | undefined;
	const calls = new Set<CallEvents>();
	const client = new Client(
		{ name: "webhand", version: "1" },
		{
			capabilities,
			versionNegotiation: { mode: "auto", probe: { timeoutMs: limits.probeMs } },
			listMaxPages: toolLimits.pages,
			listChanged: {
				tools: {
					autoRefresh: false,
					debounceMs: 0,
					onChanged: () => {
						isStale = true;
					},
				},
			},
			// Results are data for the caller; schemas of a server are compiled only for arguments, in a thread.
			jsonSchemaValidator: { getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }) },
		},
	);
	/** A server's own message goes to a call only where no other could be meant. */
	const only = () => (calls.size === 1 ? [...calls] : []);
	client.setRequestHandler("elicitation/create", (request) => {
		const message = "message" in request.params ? String(request.params.message).slice(0, limits.textLength) : "";
		for (const call of [...calls].slice(0, 1)) call.onElicited(message);
		return { action: "decline" };
	});
	client.setNotificationHandler("notifications/message", ({ params }) => {
		const text = typeof params.data === "string" ? params.data : JSON.stringify(params.data);
		for (const call of only()) call.onMessage(params.level, text.slice(0, limits.textLength));
	});
	client.onclose = () => {
		isOpen = false;
	};
	try {
		await client.connect(transport, { timeout: limits.connectMs, maxTotalTimeout: limits.connectMs, ...(prior && { prior }) });
	} catch (cause) {
		await transport.close().catch(() => undefined);
		throw cause;
	}
	const takeOdd = setOddToolsAside(transport);
	const readTools = async (): Promise<Admitted> => {
		isStale = false;
		takeOdd();
		const options = { cacheMode: "refresh", timeout: limits.listMs, maxTotalTimeout: limits.listMs } as const;
		const { tools } = await client.listTools(undefined, { ...options, signal: AbortSignal.timeout(2 * limits.listMs) });
		if (tools.length > toolLimits.tools) throw new ListRefused(`It offers more than ${toolLimits.tools} tools`);
		const admitted = admitTools(tools.map(servedOf), takeOdd());
		if (Buffer.byteLength(JSON.stringify(admitted.tools)) > toolLimits.bytes)
			throw new ListRefused("Its tools say more than 4 MiB of themselves");
		list = { at: elapsed(), admitted };
		return admitted;
	};
	const era = client.getProtocolEra();
	const discover = client.getDiscoverResult();
	/** After a silence: a slow tool leaves its server able to answer. */
	const checkAnswers = async (): Promise<void> => {
		const options = { timeout: limits.answerMs };
		await (era === "legacy" ? client.ping(options) : client.discover(options)).then(
			() => undefined,
			(cause: unknown) => {
				isHung ||= isTimeout(cause);
			},
		);
	};
	return {
		tools: async () => {
			const age = list === undefined ? Number.POSITIVE_INFINITY : elapsed() - list.at;
			if (list !== undefined && age < (isStale ? limits.listPauseMs : limits.listAgeMs)) return list.admitted;
			return await readTools().catch((cause: unknown) => {
				isHung ||= isTimeout(cause);
				throw cause;
			});
		},
		call: async (request) => {
			calls.add(request);
			try {
				return await client.callTool(
					{ name: request.name, arguments: { ...request.arguments } },
					{
						timeout: request.silenceMs,
						resetTimeoutOnProgress: true,
						maxTotalTimeout: limits.totalMs,
						signal: request.signal,
						onprogress: request.onProgress,
					},
				);
			} catch (cause) {
				if (isTimeout(cause)) void checkAnswers();
				throw cause;
			} finally {
				calls.delete(request);
			}
		},
		isUsable: () => isOpen && !isHung,
		limit,
		prior: era === "legacy" ? { kind: "legacy" } : discover === undefined ? undefined : { kind: "modern", discover },
		close: async () => {
			isOpen = false;
			await client.close().catch(() => undefined);
		},
	};
}

const isTimeout = (cause: unknown) => cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout;

type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"][number];

function servedOf({ name, description, inputSchema, annotations }: Listed): ServedTool {
	return { name, description: description ?? "", parameters: { ...inputSchema }, annotations: { ...annotations } };
}
