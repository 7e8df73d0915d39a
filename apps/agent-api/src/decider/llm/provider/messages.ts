import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import type { ConversationMessage, PastCall, PictureMessage } from "../../conversation.ts";
import type { ModelSettings } from "../settings.ts";
import { vendorOf } from "./client/abilities.ts";

/** Replaces a picture that the provider refuses. */
const unseen = "PICTURE: there is none, the model takes no pictures. Do not ask for one again.";

/** The model that messages are written for, and whether it takes their pictures. */
export type MessageForm = { readonly settings: ModelSettings; readonly takesPictures: boolean };

/** True where a prompt is cached only up to a mark: Claude, also through OpenRouter ("Prompt caching", docs.anthropic.com, openrouter.ai). */
export function marksCache({ MODEL_PROVIDER: provider, MODEL_NAME: name = "" }: ModelSettings): boolean {
	return vendorOf(provider, name).vendor === "anthropic";
}

/** A message as LangChain's client of a provider takes it. The mark of the cache stands behind the system's text, the same in all steps. */
export function toLangChain(message: ConversationMessage, { settings, takesPictures }: MessageForm) {
	const { role, content } = message;
	switch (role) {
		case "system":
			return new SystemMessage(marksCache(settings) ? { content: [cachedText(content)] } : content);
		case "user":
			return new HumanMessage(message.picture === undefined ? content : withPicture(content, message.picture, takesPictures));
		case "tool":
			return new ToolMessage({ content, tool_call_id: message.callId });
		case "assistant":
			return new AIMessage({
				content,
				tool_calls: (message.calls ?? []).map(toToolCall),
				// Without it Google's client leaves the calls out, and only their results remain.
				...(settings.MODEL_PROVIDER === "google" ? { response_metadata: { output_version: "v1" } } : {}),
			});
	}
}

function cachedText(text: string) {
	return { type: "text" as const, text, cache_control: { type: "ephemeral" as const } };
}

/** The one form of a picture that the clients of all providers take. */
function withPicture(content: string, { jpeg, note }: PictureMessage, takesPictures: boolean) {
	if (!takesPictures) return `${content}\n\n${unseen}`;
	return [
		{ type: "text" as const, text: `${content}\n\n${note}` },
		{ type: "image_url" as const, image_url: { url: `data:image/jpeg;base64,${jpeg}` } },
	];
}

/** Providers refuse broken JSON in a prompt; what was wrong stands in the call's result. */
function toToolCall({ id, name, arguments: text }: PastCall) {
	const args = parsedOf(text);
	return {
		id,
		name,
		args: typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args } : {},
		type: "tool_call" as const,
	};
}

function parsedOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
