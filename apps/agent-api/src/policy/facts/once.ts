/**
 * A fact of a page, or of a part of it, that is read once: a key whose target is unknown is judged against up to 1,000 controls.
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
	const factsOf = once((_subject: Subject) => new Map<string, { readonly fact: Fact }>());
	return (subject, text, ...more) => {
		const facts = factsOf(subject);
		const kept = facts.get(text) ?? { fact: read(subject, text, ...more) };
		facts.set(text, kept);
		return kept.fact;
	};
}
