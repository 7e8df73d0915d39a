import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { styleText } from "node:util";

/** Progress for a person on stderr, results on stdout. */
export type Terminal = {
	/** A person can be asked. */
	readonly isInteractive: boolean;
	readonly note: (line: string, style?: Style) => void;
	/** A line of the result. */
	readonly out: (line: string) => void;
	/** A line that the person types; null at the end of input. `isHidden`: it is not shown. */
	readonly ask: (question: string, options?: { readonly isHidden?: boolean; readonly signal?: AbortSignal }) => Promise<string | null>;
	/** All of stdin. */
	readonly readAll: () => Promise<Buffer>;
};

/** How a line is shown. */
export type Style = "green" | "red" | "yellow" | "dim";

const mostBytes = 15_000_000;

/** The terminal of this process. @param environment `NO_COLOR` as in https://no-color.org */
export function createTerminal(environment: Readonly<Record<string, string | undefined>>): Terminal {
	const { stdin, stdout, stderr } = process;
	const hasColour = stderr.isTTY === true && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
	const note = (line: string, style?: Style) =>
		void stderr.write(`${style === undefined || !hasColour ? line : styleText(style, line, { validateStream: false })}\n`);
	return {
		isInteractive: stdin.isTTY === true && stderr.isTTY === true,
		note,
		out: (line) => void stdout.write(`${line}\n`),
		ask: async (question, { isHidden = false, signal } = {}) => {
			const muted = new Writable({ write: (_chunk, _encoding, done) => done() });
			stderr.write(question);
			const lines = createInterface({ input: stdin, output: isHidden ? muted : stderr, terminal: isHidden });
			try {
				const ended = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
				return await Promise.race([lines.question("", signal === undefined ? {} : { signal }), ended]);
			} finally {
				lines.close();
				if (isHidden) stderr.write("\n");
			}
		},
		readAll: async () => {
			const chunks: Buffer[] = [];
			let bytes = 0;
			for await (const chunk of stdin) {
				bytes += chunk.length;
				if (bytes > mostBytes) throw new Error("stdin holds more than 15 MB");
				chunks.push(Buffer.from(chunk));
			}
			return Buffer.concat(chunks);
		},
	};
}

/**
 * A text of a page or a model for the terminal: without control characters, which could rewrite what stands there.
 *
 * @throws never
 */
export function printable(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]+/gu, " ").trim();
}
