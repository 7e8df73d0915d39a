/** The names that are played: those that were said, else all. @throws Error for a name that nothing has */
export function playedNames(said: readonly string[], known: readonly string[]): readonly string[] {
	const stranger = said.find((name) => !known.includes(name));
	if (stranger !== undefined) throw new Error(`There is no “${stranger}” among ${known.join("; ")}`);
	return said.length === 0 ? known : said;
}
