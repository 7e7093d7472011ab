// SPDX-License-Identifier: GPL-2.0
/*
 * Tells whether the kernel keeps the memory of threads apart that map and unmap all the time, as a recogniser does
 * beside a camera whose pictures lie in shared buffers: fresh memory is zeros, and holds what was written into it.
 *
 *   mappings SECONDS      0: it does; 1: it does not, and where
 */
#include <fcntl.h>
#include <linux/dma-heap.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, TOUCHED = 12, BUFFERS = 4 };
static const size_t PICTURE[BUFFERS] = {2304 * 1296 * 3 / 2, 1152 * 648 * 3 / 2, 4608 * 2592 * 3 / 2, 24 << 20};
static atomic_int stopped;
static atomic_ulong rounds, wrong;

static void *mapped(size_t length, int flags, int fd)
{
	void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, flags, fd, 0);

	if (memory == MAP_FAILED) {
		perror("mmap");
		exit(2);
	}
	return memory;
}

static void compare(const char *what, volatile uint64_t *at, uint64_t wanted)
{
	uint64_t found = *at;

	if (found != wanted && atomic_fetch_add(&wrong, 1) < 10)
		printf("%s at %p: %016lx, not %016lx\n", what, (void *)at, found, wanted);
}

/* Memory of one thread alone. */
static void *recogniser(void *unused)
{
	for (unsigned int seed = 1; !stopped; atomic_fetch_add(&rounds, 1)) {
		size_t step = (20 + rand_r(&seed) % 90) * PAGE, length = TOUCHED * step;
		char *memory = mapped(length, MAP_PRIVATE | MAP_ANONYMOUS, -1);
		uint64_t mark = (uint64_t)rand_r(&seed) << 32;

		for (size_t i = 0; i < length; i += step) {
			compare("fresh memory", (uint64_t *)(memory + i), 0);
			*(volatile uint64_t *)(memory + i) = mark | i;
		}
		for (size_t i = 0; i < length; i += step)
			compare("memory written", (uint64_t *)(memory + i), mark | i);
		munmap(memory, length);
	}
	return unused;
}

/* Buffers of a camera: every page of them is mapped at once. */
static void *camera(void *unused)
{
	int heap = open("/dev/dma_heap/system", O_RDWR | O_CLOEXEC), fds[BUFFERS];

	for (int i = 0; i < BUFFERS; i++) {
		struct dma_heap_allocation_data wished = {.len = PICTURE[i], .fd_flags = O_RDWR | O_CLOEXEC};

		if (ioctl(heap, DMA_HEAP_IOCTL_ALLOC, &wished) < 0) {
			perror("/dev/dma_heap/system");
			exit(2);
		}
		fds[i] = wished.fd;
	}
	for (unsigned int n = 0; !stopped; n++, atomic_fetch_add(&rounds, 1)) {
		size_t length = PICTURE[n % BUFFERS];
		char *memory = mapped(length, MAP_SHARED, fds[n % BUFFERS]);

		for (size_t i = 0; n < BUFFERS && i < length; i += PAGE)
			*(volatile uint64_t *)(memory + i) = 0xCCCCull << 48 | i;
		munmap(memory, length);
	}
	return unused;
}

int main(int count, char **words)
{
	void *(*const jobs[])(void *) = {recogniser, recogniser, camera, camera, camera};
	enum { THREADS = sizeof(jobs) / sizeof(*jobs) };
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, jobs[i], NULL);
	sleep(count > 1 ? atoi(words[1]) : 30);
	stopped = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%lu mappings, %lu words that were not as written\n", rounds, wrong);
	return wrong != 0;
}
