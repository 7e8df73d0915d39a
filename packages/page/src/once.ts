/**
 * A fact of a page, or of a part of it, that is read once: a key whose target is unknown is judged against up to 1,000 controls. Facts are
 * kept here alone, so that the files that read them turn data into data.
 *
 * @param read called for each subject once; what else it gets must belong to the subject
 */
export function once<Subject extends object, More extends readonly unknown[], Fact>(
	read: (subject: Subject, ...more: More) => Fact,
): (subject: Subject, ...more: More) => Fact {
	const known = new WeakMap<Subject, { readonly fact: Fact }>();
	return (subject, ...more) => {
		const kept = known.get(subject) ?? { fact: read(subject, ...more) };
		known.set(subject, kept);
		return kept.fact;
	};
}

/** The same for a fact of a text beside the subject. @param read called for each text of a subject once */
export function oncePerText<Subject extends object, More extends readonly unknown[], Fact>(
	read: (subject: Subject, text: string, ...more: More) => Fact,
): (subject: Subject, text: string, ...more: More) => Fact {
	const factsOf = once((_subject: Subject) => newest(Number.POSITIVE_INFINITY, read.bind(null, _subject)));
	return (subject, text, ...more) => factsOf(subject)(text, ...more);
}

/** A fact of a text. @param most how many texts are kept, those asked for last */
export function newest<More extends readonly unknown[], Fact>(
	most: number,
	read: (text: string, ...more: More) => Fact,
): (text: string, ...more: More) => Fact {
	const facts = new Map<string, { readonly fact: Fact }>();
	return (text, ...more) => {
		const kept = facts.get(text) ?? { fact: read(text, ...more) };
		facts.delete(text);
		facts.set(text, kept);
		const [oldest] = facts.keys();
		if (facts.size > most && oldest !== undefined) facts.delete(oldest);
		return kept.fact;
	};
}
