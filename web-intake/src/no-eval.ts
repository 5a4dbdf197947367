import * as z from 'zod';

// Zod probes at once whether it may compile code; the page's content policy forbids that and would report the probe.
z.config({ jitless: true });
