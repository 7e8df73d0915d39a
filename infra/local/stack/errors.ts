/**
 * The stack cannot go on. `exitCode` as in local.md §1: 1 it failed, 3 something is missing, 4 port or data folder in use. The message is
 * what the person reads.
 */
export class StackError extends Error {
	override readonly name = "StackError";
	readonly exitCode: 1 | 3 | 4;

	constructor(exitCode: 1 | 3 | 4, message: string, options?: ErrorOptions) {
		super(message, options);
		this.exitCode = exitCode;
	}
}
