/** Puts text that is data, never an instruction, between marks that it cannot forge: the nonce is new for each request. */
export function fence(kind: "page" | "knowledge", nonce: string, text: string): string {
	return `<${kind} nonce=${nonce}>\n${text}\n</${kind} nonce=${nonce}>`;
}

/** One line of foreign text without the characters that tags are made of, and without control, bidi and zero-width ones. */
export function escapeData(text: string): string {
	return text
		.replaceAll("<", "‹")
		.replaceAll(">", "›")
		.replaceAll(/[\p{Cc}\p{Cf}]/gu, " ")
		.replaceAll(/\s+/g, " ")
		.trim();
}
