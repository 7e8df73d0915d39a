import { defined } from "../../shared/defined.ts";

/** What facts settle; `isProven`: the expected effect was observed. */
export type Verdict = {
	readonly verdict: "success" | "failure";
	readonly confidence: number;
	readonly isProven?: boolean;
	readonly note?: string;
};

const success = (confidence: number, note?: string): Verdict => ({ verdict: "success", confidence, ...defined({ note }) });
const failure = (confidence: number, note?: string): Verdict => ({ ...success(confidence, note), verdict: "failure" });

/** Every verdict of facts, by what was seen. Confidence from 0 to 1. */
export const verdicts = {
	expected: { ...success(0.95), isProven: true },
	clientError: failure(0.95),
	errorPage: failure(0.9, "error page"),
	notOpened: failure(0.9),
	formRefused: failure(0.9, "the form was refused"),
	effectSeen: success(0.85),
	noEffect: failure(0.9),
	calledOff: failure(0.9, "the page asked, and the answer was no"),
	onlyValue: failure(0.9, "nothing but the value itself"),
	sentOff: success(0.85, "the field is empty again, and what was sent stands on the page"),
	valueEqual: success(1),
	valueInOtherForm: success(0.9),
	valueDifferent: failure(0.9),
	drawingHidden: success(0.75, "only the picture shows what the drawing did"),
	valuesHidden: success(0.75, "the page does not show what its fields hold"),
	documentHidden: success(0.75, "the page does not say which document it is"),
	scrolled: { ...success(0.9), isProven: true },
	scrollEnd: failure(0.8, "SCROLL_END"),
	scrolledBefore: success(0.75, "SCROLL_END"),
	scrollHidden: success(0.75, "the page does not say how far it is scrolled"),
	looked: success(0.9),
	notLooked: failure(0.9, "no picture could be taken"),
	// Never proven: an agent that goes back and forth between two places arrives each time.
	samePlace: success(1),
	sameSite: success(0.9),
	signInPage: success(0.75, "sign-in page"),
} as const satisfies Record<string, Verdict>;
