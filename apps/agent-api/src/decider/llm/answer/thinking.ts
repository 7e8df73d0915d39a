/**
 * Removes thinking blocks. One that is opened and never closed was cut off: what is in it is no answer.
 *
 * One pass over the marks: many opened blocks must not take quadratic time. @throws never
 */
export function withoutThinking(text: string): string {
	let kept = "";
	let from = 0;
	let depth = 0;
	for (const mark of text.matchAll(/<(\/?)(?:think|thinking|reasoning)>/gi)) {
		const isEnd = mark[1] === "/";
		if (!isEnd && depth === 0) kept += text.slice(from, mark.index);
		// Before an end without a beginning everything is thinking.
		if (isEnd && depth === 0) kept = "";
		depth = isEnd ? Math.max(0, depth - 1) : depth + 1;
		from = mark.index + mark[0].length;
	}
	return depth > 0 ? kept : kept + text.slice(from);
}
