import type { FormEvent } from "react";
import { useState } from "react";
import { focusInvalid } from "../../../kit/form/focus-invalid.ts";
import type { ServerProblem } from "../../../kit/load/problem.ts";
import { problemOf } from "../../../kit/load/problem.ts";

/** Messages by field. */
export type Fields = Readonly<Record<string, string>>;

type Sending<Values> = {
	/** What is wrong before anything is sent, by field. */
	readonly check?: (values: Values) => Fields;
	/** `refuse` takes a refusal that comes later, such as from a question. @returns what was done, in words */
	// biome-ignore lint/suspicious/noConfusingVoidType: a form without such words returns nothing.
	readonly send: (values: Values, refuse: (problem: ServerProblem) => void) => Promise<string | void> | string | void;
	/** A refusal in the form's own words, at its own fields. */
	readonly worded?: (problem: ServerProblem) => ServerProblem;
	/** The values once they are sent; by default the form is empty again. */
	readonly after?: (sent: Values) => Values;
};

/** A control's value, and what is wrong with it. */
type Bound<Value> = { readonly value: Value; readonly problem: string | undefined; readonly onChange: (value: Value) => void };

export type Form<Values> = {
	readonly values: Values;
	readonly edit: (part: Partial<Values>) => void;
	/** Binds a control. `at` is the name in the request where that is another one. */
	readonly field: <Name extends keyof Values & string>(name: Name, at?: string) => Bound<Values[Name]>;
	/** What is wrong with a part that has a control of its own. */
	readonly problemAt: (at: string) => string | undefined;
	readonly submit: (event: FormEvent) => void;
	readonly isBusy: boolean;
	/** What the last sending did; "" for nothing. */
	readonly told: string;
	readonly problem: ServerProblem | null;
	/** Fields that show their own message. */
	readonly shown: ReadonlySet<string>;
};

/** The state of a form: its values, sending, done, and why it was refused. Nothing typed is lost by a refusal. */
export function useForm<Values extends object>(initial: Values, { check, send, worded, after }: Sending<Values>): Form<Values> {
	const [values, setValues] = useState(initial);
	const [isBusy, setIsBusy] = useState(false);
	const [missing, setMissing] = useState<Fields>({});
	const [problem, setProblem] = useState<ServerProblem | null>(null);
	const [told, setTold] = useState("");
	const shown = new Set<string>();
	const edit = (part: Partial<Values>) => {
		setMissing({});
		setTold("");
		setValues((before) => ({ ...before, ...part }));
	};
	const problemAt = (at: string) => {
		shown.add(at);
		return missing[at] ?? (problem?.kind === "invalid" ? problem.fields[at] : undefined);
	};
	const refuse = (refused: ServerProblem) => setProblem(worded === undefined ? refused : worded(refused));
	const run = async (element: HTMLElement) => {
		const wrong = check?.(values) ?? {};
		setMissing(wrong);
		setProblem(null);
		setTold("");
		if (Object.keys(wrong).length > 0) return focusInvalid(element);
		setIsBusy(true);
		try {
			setTold((await send(values, refuse)) ?? "");
			setValues(after === undefined ? initial : after(values));
		} catch (error) {
			refuse(problemOf(error));
			focusInvalid(element);
		} finally {
			setIsBusy(false);
		}
	};
	return {
		values,
		edit,
		field: (name, at = name) => {
			const change: Partial<Values> = {};
			return {
				value: values[name],
				problem: problemAt(at),
				onChange: (value) => {
					change[name] = value;
					edit(change);
				},
			};
		},
		problemAt,
		submit: (event) => {
			event.preventDefault();
			void run(event.currentTarget as HTMLElement);
		},
		isBusy,
		told,
		problem,
		shown,
	};
}
