import { ApiError } from "@webhand/client/api-error";
import { z } from "zod";
import type { MessageReply, PanelCommand, PanelCommandType } from "../../messages.ts";
import { messageVersion, PanelCommand as PanelCommandSchema, settingsCommands } from "../../messages.ts";
import { PageNotice } from "../../page/messages.ts";
import { MessageError } from "./message-error.ts";
import type { KnownSender, SenderFacts } from "./senders.ts";
import { identifySender } from "./senders.ts";

/** One handler per command; it returns the data of the reply. */
export type Handlers = { readonly [T in PanelCommandType]: (command: Extract<PanelCommand, { type: T }>) => Promise<unknown> };

export type RouterDeps = {
	readonly own: { readonly id: string; readonly origin: string };
	readonly handlers: Handlers;
	readonly onNotice: (notice: PageNotice, from: Extract<KnownSender, { kind: "page" }>) => void;
	readonly refused: (sender: SenderFacts) => void;
};

/**
 * Answers one message.
 *
 * @returns null, so no reply, for a foreign sender and for a notice
 */
export async function answerMessage(deps: RouterDeps, raw: unknown, sender: SenderFacts): Promise<MessageReply | null> {
	const knownSender = identifySender(sender, deps.own);
	if (knownSender === null) {
		deps.refused(sender);
		return null;
	}
	if (knownSender.kind === "page") {
		const notice = PageNotice.safeParse(raw);
		// The overlay stands in the top frame alone.
		if (notice.success && (knownSender.frameId === 0 || !notice.data.type.startsWith("overlay_"))) deps.onNotice(notice.data, knownSender);
		else deps.refused(sender);
		return null;
	}
	return answerPage(deps, raw, knownSender);
}

const Head = z.object({ v: z.number(), id: z.string(), type: z.string() });
const knownTypes: ReadonlySet<string> = new Set(PanelCommandSchema.options.map((option) => option.shape.type.value));

async function answerPage(deps: RouterDeps, raw: unknown, knownSender: KnownSender): Promise<MessageReply> {
	const head = Head.safeParse(raw);
	if (!head.success) return refuse("", "BAD_MESSAGE", z.prettifyError(head.error));
	const { id, type, v } = head.data;
	const isAllowed = knownSender.kind === "panel" || settingsCommands.has(type as PanelCommandType);
	if (v !== messageVersion || !knownTypes.has(type) || !isAllowed)
		return refuse(id, "UNKNOWN_MESSAGE", `${type} (version ${v}) is not known here`);
	const command = PanelCommandSchema.safeParse(raw);
	if (!command.success) return refuse(id, "BAD_MESSAGE", z.prettifyError(command.error));
	try {
		const handle = deps.handlers[command.data.type] as (command: PanelCommand) => Promise<unknown>;
		return { id, ok: true, data: (await handle(command.data)) ?? {} };
	} catch (error) {
		return failed(id, error);
	}
}

function refuse(id: string, code: string, message: string): MessageReply {
	return { id, ok: false, error: { code, message } };
}

function failed(id: string, error: unknown): MessageReply {
	if (error instanceof ApiError || error instanceof MessageError) {
		const { code, message, details } = error;
		const { requestId, retryAfterMs } = error instanceof ApiError ? error : {};
		return {
			id,
			ok: false,
			error: {
				code,
				message,
				...(details === undefined ? {} : { details: { ...details } }),
				...(requestId === undefined ? {} : { requestId }),
				...(retryAfterMs === undefined ? {} : { retryAfterMs }),
			},
		};
	}
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	console.error("command.failed", error);
	return refuse(id, "EXTENSION_ERROR", error instanceof Error ? error.message : String(error));
}
