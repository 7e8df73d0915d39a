type ExitCode = 1 | 3 | 4;

/** The stack cannot go on; the message is for the user. Exit code: 1 it failed, 3 something is missing, 4 port or data folder in use. */
export class StackError extends Error {
	override readonly name = "StackError";
	readonly exitCode: ExitCode;

	constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { readonly exitCode?: ExitCode } = {}) {
		super(message, options);
		this.exitCode = exitCode;
	}
}
