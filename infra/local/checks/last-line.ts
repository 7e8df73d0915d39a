import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/** What is counted: checks, tests, and failures that belong to no single test. */
export type Count = { passed: number; failed: number };

/** What went wrong, as vitest tells it. */
type Failure = { readonly message: string; readonly stacks?: readonly { readonly file: string; readonly line: number }[] | undefined };

/** How long the tests and hooks of a file took. */
type FileTime = { readonly name: string; readonly durationMs: number };

/**
 * The line that every test run ends with.
 *
 * @returns exactly `N passed, N failed`
 */
export function lastLine({ passed, failed }: Count): string {
	return `${passed} passed, ${failed} failed`;
}

/**
 * Counts the tests of a vitest run. A file that cannot be loaded, a failing hook and an error outside any test count as one failure each,
 * so a run that did not test what it should never ends with `0 failed`. Long forms that a short run leaves out are not counted.
 *
 * @param isSkipAFailure under CI a skipped test is one that nobody ran
 * @param print is given each failure when it happens, minutes before the end of the run
 * @returns what a run tells at its end; `failures` holds each failure as it was printed, so that the end of a long log shows them
 */
export function createCounter({
	isSkipAFailure,
	print = () => undefined,
}: {
	readonly isSkipAFailure: boolean;
	readonly print?: (text: string) => void;
}) {
	const count: Count = { passed: 0, failed: 0 };
	const running = new Set<string>();
	const open = new Set<string>();
	const skipped: string[] = [];
	const failures: string[] = [];
	const files: FileTime[] = [];
	const addFailure = (name: string, errors: readonly Failure[]) => {
		count.failed += 1;
		const text = textOfFailure(name, errors);
		failures.push(text);
		print(text);
	};
	const countErrors = (part: TestModule | TestSuite) => {
		if (part.errors().length === 0) return;
		addFailure(part.type === "module" ? nameOfFile(part) : `${nameOfFile(part.module)} › ${part.fullName}`, part.errors());
	};
	const reporter: Reporter = {
		onTestCaseReady: (test) => void running.add(nameOf(test)),
		onTestCaseResult: (test) => {
			running.delete(nameOf(test));
			const { state, errors = [] } = test.result();
			if (state === "passed") count.passed += 1;
			else if (state === "failed") addFailure(nameOf(test), errors);
			else if (state === "skipped" && test.options.tags?.includes("long") !== true) {
				skipped.push(nameOf(test));
				if (isSkipAFailure) count.failed += 1;
			}
		},
		onTestSuiteResult: countErrors,
		onTestModuleQueued: (module) => void open.add(nameOfFile(module)),
		onTestModuleEnd: (module) => {
			countErrors(module);
			open.delete(nameOfFile(module));
			files.push({ name: nameOfFile(module), durationMs: module.diagnostic().duration });
		},
		onTestRunEnd: (_modules, unhandledErrors) => {
			for (const error of unhandledErrors) addFailure("outside any test", [error]);
		},
	};
	return {
		reporter,
		count,
		running: () => [...running],
		open: () => [...open],
		skipped: () => [...skipped],
		failures: () => [...failures],
		slowest: () => slowestOf(files),
	};
}

/** The ten slowest files, slowest first, each as `slow: 12.3 s  [project] path`. */
export function slowestOf(files: readonly FileTime[]): string[] {
	const sorted = files.toSorted((one, other) => other.durationMs - one.durationMs).slice(0, 10);
	return sorted.map(({ name, durationMs }) => `slow: ${(durationMs / 1_000).toFixed(1)} s  ${name}`);
}

const shownLines = 12;

/** A failure in a few lines: the test, the first lines of what each error says, and where it was thrown. */
export function textOfFailure(name: string, errors: readonly Failure[]): string {
	const told = errors.flatMap(({ message, stacks = [] }) => {
		const [place] = stacks;
		const lines = message.split("\n").slice(0, shownLines);
		return place === undefined ? lines : [...lines, `at ${place.file}:${place.line}`];
	});
	return [`failed: ${name}`, ...told.map((line) => `  ${line}`)].join("\n");
}

function nameOf(test: TestCase): string {
	return `${nameOfFile(test.module)} › ${test.fullName}`;
}

function nameOfFile({ project, relativeModuleId }: TestModule): string {
	return `[${project.name}] ${relativeModuleId}`;
}
