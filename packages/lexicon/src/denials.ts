const denials = new Set(
	[
		"not never no nothing none nobody nowhere without neither nor avoid avoiding except unless instead rather refrain forbidden prevent cannot",
		"keep dont doesnt didnt wont cant mustnt shouldnt wouldnt couldnt neednt don",
		"nicht nichts nie niemals niemand nirgends kein keine keinen keinem keiner keines ohne weder statt anstatt außer ausser vermeide vermeiden",
		"behalte ne pas jamais rien aucun aucune sans ni sauf évite évitez éviter",
		"nunca jamás nada ningún ninguno ninguna sin evita evite evitar excepto salvo tampoco",
		"non mai niente nulla nessun nessuno nessuna senza né eccetto tranne evitare",
		"não nao jamais nenhum nenhuma sem nem exceto",
		"не ни никогда ничего ничто никого никакой никакие никаких нельзя без кроме",
	].flatMap((line) => line.split(" ")),
);
const deniedParts =
	/n['’‘`´ʼ]t(?!\p{L})|(?<!\p{L})n['’](?=\p{L})|(?:all|anything|everything) but |bis auf|[不别勿没無无未莫禁旁隣]|ない|ません|ずに|なく|するな/u;

// What is to happen only if, or once the person was asked, is not asked for yet.
const conditions = new Set(
	[
		"if whether unless until before ask asks asking warn confirming",
		"wenn falls ob sofern bevor frag frage fragen",
		"avant demande demandez antes prima prüfe",
		"если пока перед спроси",
	].flatMap((line) => line.split(" ")),
);
const conditionalParts = /如果|若是|もし|なら|たら/u;

/**
 * True when a text denies, forbids or leaves out anything, in the languages whose words the gate knows: one such word anywhere, and no other
 * word of it counts as leave.
 *
 * @param text folded, without what stands in quotes
 * @param words its words
 */
export function isDenying(text: string, words: readonly string[]): boolean {
	return deniedParts.test(text) || words.some((word) => denials.has(word));
}

/** True when a text makes something hang on a condition, or on a question to the person. Parameters as of `isDenying`. */
export function isConditional(text: string, words: readonly string[]): boolean {
	return conditionalParts.test(text) || words.some((word) => conditions.has(word));
}
