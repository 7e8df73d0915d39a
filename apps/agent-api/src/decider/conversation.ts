/** A tool that a model is told of. `parameters`: JSON Schema of its arguments. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: Readonly<Record<string, unknown>> };

/** A tool call as a model wrote it; `arguments` may be broken JSON. */
export type SaidCall = { readonly name: string; readonly arguments: string };

/** A call in a prompt, with the id that its result names. */
export type PastCall = SaidCall & { readonly id: string };

/** A JPEG in base64 that goes with a message, and the words beside it; both are left out for a model that takes no pictures. */
export type PictureMessage = { readonly jpeg: string; readonly note: string };

/** One message of a conversation with tools. */
export type ConversationMessage =
	| { readonly role: "system" | "user"; readonly content: string; readonly picture?: PictureMessage }
	| { readonly role: "assistant"; readonly content: string; readonly calls?: readonly PastCall[] }
	| { readonly role: "tool"; readonly content: string; readonly callId: string };

/** One call of a model with tools. */
export type Asking = {
	readonly messages: readonly ConversationMessage[];
	readonly tools: readonly ToolSpec[];
	/** Gets the text while it is written. */
	readonly onText?: (piece: string) => void;
};
