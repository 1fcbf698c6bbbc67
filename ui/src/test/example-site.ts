import type { Site } from '../api/types.ts';

/** A site without operator configuration. */
export function exampleSite(changes: Partial<Site> = {}): Site {
  return {
    name: 'Paragraf',
    version: '0.2.0',
    build: '0.2.0',
    demo: false,
    sample_details: false,
    explains_with_ai: false,
    public_url: 'https://paragraf.example',
    launch_at: '2025-01-14T00:24:00Z',
    social_links: [],
    testimonials: [],
    analytics: true,
    ...changes,
  };
}
