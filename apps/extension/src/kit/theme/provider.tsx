import { ChakraProvider } from "@chakra-ui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { createQueryClient } from "../load/queries.ts";
import { language } from "../words/language.ts";
import { system } from "./theme.ts";
import { followTheme } from "./theme-choice.ts";

export function Provider({ children }: { readonly children: ReactNode }) {
	useEffect(followTheme, []);
	useEffect(() => {
		document.documentElement.lang = language;
	}, []);
	const [client] = useState(createQueryClient);
	return (
		<QueryClientProvider client={client}>
			<ChakraProvider value={system}>{children}</ChakraProvider>
		</QueryClientProvider>
	);
}
