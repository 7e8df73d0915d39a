import { ChakraProvider } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { system } from "./theme.ts";
import { followTheme } from "./theme-choice.ts";

export function Provider({ children }: { readonly children: ReactNode }) {
	useEffect(followTheme, []);
	return <ChakraProvider value={system}>{children}</ChakraProvider>;
}
