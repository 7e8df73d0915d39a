/** A refused command, with a code of the extension. */
export class MessageError extends Error {
	override readonly name = "MessageError";
	readonly code: string;
	readonly details: Readonly<Record<string, unknown>> | undefined;

	constructor(code: string, message: string, details?: Readonly<Record<string, unknown>>) {
		super(message);
		this.code = code;
		this.details = details;
	}
}
