import { sessionRoute } from "@webhand/contracts/chat/sessions";
import { server } from "../../kit/server.ts";
import type { RunView } from "../../panel-state.ts";
import { readAll } from "../chat/store/chat-reader.ts";
import { fileNameOf, toJson, toMarkdown } from "./export.ts";

const limitMs = 60_000;

/** Saves the whole chat of a task as a file, read page by page. @throws ApiError when it cannot be read */
export async function saveChat({ sessionId }: Pick<RunView, "sessionId">, format: "json" | "markdown"): Promise<void> {
	const signal = AbortSignal.timeout(limitMs);
	const [{ session }, messages] = await Promise.all([
		server.call(sessionRoute, { params: { sessionId }, signal }),
		readAll({ api: server, sessionId, signal }),
	]);
	const input = { session, messages, exportedAt: Date.now() };
	const isJson = format === "json";
	const file = new Blob([isJson ? toJson(input) : toMarkdown(input)], { type: isJson ? "application/json" : "text/markdown" });
	const link = document.createElement("a");
	link.href = URL.createObjectURL(file);
	link.download = fileNameOf(session, isJson ? "json" : "md");
	link.click();
	URL.revokeObjectURL(link.href);
}
